"""The play model (compiled): games of players who know some facts and play greedily."""

from __future__ import annotations

from typing import Any

import numpy as np

from deckkit.games.quizwiz.coverage.jit import jit

Array = Any


@jit
def belief_in_special(p: Array, size: int, accepted: Array, scratch: Array) -> float:
    """Probability that the number of listings is accepted, Statements independent.

    `p[j]` is the believed probability that Statement j lists the country (Poisson binomial).
    """
    scratch[0] = 1.0
    for k in range(1, size + 1):
        scratch[k] = 0.0
    for j in range(size):
        for k in range(j + 1, 0, -1):
            scratch[k] = scratch[k] * (1 - p[j]) + scratch[k - 1] * p[j]
        scratch[0] *= 1 - p[j]
    total = 0.0
    for k in range(size + 1):
        if accepted[k]:
            total += scratch[k]
    return total


@jit
def play_games(  # noqa: PLR0915 (compiled: calls would cost more than the length)
    tables: Array,
    lists: Array,
    levels: Array,
    accepted: Array,
    players: int,
    known: Array,
    threshold: float,
    hand: int,
    row: int,
    debates: int,
    demand: int,
    allowed: int,
    seed: int,
) -> Any:
    """Play one game on each table; returns (won, stuck with an empty deck, turns).

    `tables` (games, size) are Statements, `lists` (statements, countries) booleans, `accepted`
    (specials, size + 1), `known[d]` the probability that a player knows a fact of level d. What
    nobody who may speak knows is believed with the printed share of matches. Cards in a hand
    are judged by their holder, cards that lie open by everybody.
    """  # fmt: skip
    np.random.seed(seed)
    size = tables.shape[1]
    countries = lists.shape[1]
    slots = size + accepted.shape[0]
    scratch = np.zeros(size + 2, np.float64)
    share = np.zeros(size, np.float64)
    p = np.zeros(size, np.float64)
    belief = np.zeros((players + 1, countries, slots), np.float64)  # viewer `players` = everybody
    fits = np.zeros((countries, slots), np.bool_)
    places = hand + row + debates
    held = np.zeros((players, hand), np.int64)
    open_ = np.zeros(row, np.int64)
    parked = np.zeros(debates, np.int64)
    card_of = np.zeros(places, np.int64)
    filled = np.zeros(slots, np.int64)
    wins = 0
    stuck = 0
    turns = 0
    for game in range(tables.shape[0]):
        for j in range(size):
            share[j] = lists[tables[game, j]].sum() / countries
        for c in range(countries):
            times = 0
            for j in range(size):
                fits[c, j] = lists[tables[game, j], c]
                times += fits[c, j]
            for a in range(accepted.shape[0]):
                fits[c, size + a] = accepted[a, times]
        for c in range(countries):
            for j in range(size):
                belief[players, c, j] = share[j]
            for v in range(players):
                for j in range(size):
                    p[j] = share[j]
                    if np.random.random() < known[levels[tables[game, j]]]:
                        p[j] = 1.0 if fits[c, j] else 0.0
                        belief[players, c, j] = p[j]
                    belief[v, c, j] = p[j]
                for a in range(accepted.shape[0]):
                    belief[v, c, size + a] = belief_in_special(p, size, accepted[a], scratch)
            for j in range(size):
                p[j] = belief[players, c, j]
            for a in range(accepted.shape[0]):
                belief[players, c, size + a] = belief_in_special(p, size, accepted[a], scratch)
        deck = np.random.permutation(countries)
        top = 0
        for v in range(players):
            for h in range(hand):
                held[v, h] = deck[top] if top < countries else -1
                top += 1
        for h in range(row):
            open_[h] = deck[top] if top < countries else -1
            top += 1
        free_debates = debates
        parked[:] = -1
        filled[:] = 0
        mistakes = 0
        open_slots = slots
        player = 0
        idle = 0
        while open_slots > 0 and idle < players:
            for h in range(hand):
                card_of[h] = held[player, h]
            for h in range(row):
                card_of[hand + h] = open_[h]
            for h in range(debates):
                card_of[hand + row + h] = parked[h]
            best = -1.0
            best_place = -1
            best_slot = -1
            for place in range(places):
                c = card_of[place]
                if c < 0:
                    continue
                viewer = player if place < hand else players
                for slot in range(slots):
                    worth = belief[viewer, c, slot]
                    if filled[slot] >= demand:
                        worth *= 0.5  # cycles cards, but brings the end no nearer
                    if worth > best:
                        best, best_place, best_slot = worth, place, slot
            if best < threshold and free_debates > 0:
                worst = 2.0  # park the hand card that is least use
                park = -1
                for h in range(hand):
                    c = held[player, h]
                    if c < 0:
                        continue
                    most = 0.0
                    for slot in range(slots):
                        if filled[slot] < demand and belief[player, c, slot] > most:
                            most = belief[player, c, slot]
                    if most < worst:
                        worst, park = most, h
                if park >= 0:
                    best_place, best_slot = park, -1
            if best_place < 0:
                idle += 1
                player = (player + 1) % players
                continue
            idle = 0
            turns += 1
            c = card_of[best_place]
            if best_slot < 0:
                for h in range(debates):
                    if parked[h] == -1:
                        parked[h] = c
                        free_debates -= 1
                        break
            else:
                if not fits[c, best_slot]:
                    mistakes += 1
                filled[best_slot] += 1
                if filled[best_slot] == demand:
                    open_slots -= 1
            fresh = -1
            if best_place < hand + row:
                if top < countries:
                    fresh = deck[top]
                    top += 1
                if best_place < hand:
                    held[player, best_place] = fresh
                else:
                    open_[best_place - hand] = fresh
            else:
                parked[best_place - hand - row] = -2  # the Debate card leaves the game
            player = (player + 1) % players
        if top >= countries:
            stuck += 1
        if open_slots == 0 and mistakes <= allowed:
            wins += 1
    return wins, stuck, turns
