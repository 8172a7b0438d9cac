"""The games that ship with deckkit; each folder is one `Game` and may be removed or added to."""
