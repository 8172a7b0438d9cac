"""The rules of QuizWiz, by what they look at."""
