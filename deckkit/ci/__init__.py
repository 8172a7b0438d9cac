"""What action.yml runs: the check of a content pull request, and the comment on it.

Everything that comes from a pull request is read as data: files are parsed, never imported or
executed, and text from them reaches the log, the summary and the comment escaped only.
"""
