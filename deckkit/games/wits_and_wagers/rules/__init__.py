"""The rules of Wits & Wagers Family, by what they look at."""
