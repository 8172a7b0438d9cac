"""The rule book: the @rule registry, the runner, and the rules that hold for every game."""

from __future__ import annotations

from deckkit.rules.registry import Hit, Rule, rule, rules_for

__all__ = ["Hit", "Rule", "rule", "rules_for"]
