"""conformance.json, types, models and docs/json.md: written by every build, current, true."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import re
import subprocess
import sys

import pytest

from deckkit import building, decks, pipeline
from deckkit.deckcheck import deck_problems
from deckkit.errors import ExitCode
from deckkit.findings import Profile
from deckkit.game import installed_games
from deckkit.games.quizwiz.scoring import score
from deckkit.games.wits_and_wagers.play import score as score_round
from deckkit.loading import find_decks, load

from .support import ROOT, run, write_deck

GAMES = ["quizwiz", "wits-and-wagers-family"]
TYPES = ROOT / "examples" / "types"


@pytest.fixture(scope="module")
def shipped():
    """(deck, vectors) of each shipped deck, read back from their bytes."""
    found = {}
    for source in find_decks([ROOT / "sources"], installed_games()):
        deck = decks.compile_deck(load(source, Profile.DRAFT).sources)
        vectors = decks.conformance(deck, source.game)
        found[source.game.id] = tuple(json.loads(decks.to_bytes(d)) for d in (deck, vectors))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_vectors_follow_their_schema(shipped, name):
    game = installed_games().get(name)
    deck, vectors = shipped[name]
    assert deck_problems(vectors, decks.conformance_schema(game)) == []
    assert vectors["deck"]["content_hash"] == deck["deck"]["content_hash"]
    assert vectors == json.loads(decks.to_bytes(decks.conformance(deck, game)))


def test_quizwiz_vectors_show_every_kind_of_outcome(shipped):
    deck, vectors = shipped["quizwiz"]
    assert {d["setup"] for d in vectors["deals"]} == {s["id"] for s in deck["setups"]}
    games = vectors["games"]
    kinds = {(g["game"]["debate_mode"], g["game"]["players"] == 1) for g in games}
    assert kinds == {(False, False), (False, True), (True, False), (True, True)}
    ends = {
        (g["game"]["debate_mode"], g["result"]["won"], g["result"]["mistakes"] > 0) for g in games
    }
    assert ends == {(m, w, x) for m in (False, True) for w, x in ((1, 0), (1, 1), (0, 1))}
    assert not any("unfinished" in g["result"] for g in games)
    moves = [(p["from"][0], p["to"][0]) for g in games for p in g["game"]["plays"]]
    assert {("h", "S"), ("h", "P"), ("h", "D"), ("o", "S"), ("D", "S")} <= set(moves)
    for mode in (False, True):
        uses = [
            [p["to"] for p in g["game"]["plays"] if p["to"][0] == "D"]
            for g in games
            if g["game"]["debate_mode"] is mode
        ]
        again = any(len(ids) > len(set(ids)) for ids in uses)
        assert again is mode  # a Debate card is used twice in Debate Mode only
    small = vectors["example_deck"]
    assert deck_problems(small, decks.deck_schema(installed_games().get("quizwiz"))) == []
    assert small["deck"]["content_hash"] == decks.content_hash(small)


def test_every_vector_is_input_of_deckkit_score(shipped):
    deck, vectors = shipped["quizwiz"]
    for vector in vectors["games"]:
        assert score(vector["game"], deck) == vector["result"]
        assert score(vector["table"], deck) == vector["result"]
    for vector in vectors["examples"]:
        assert score(vector["table"], vectors["example_deck"]) == vector["result"]
    first = vectors["examples"][0]
    assert "worked check" in first["name"]
    assert (first["result"]["mistakes"], first["result"]["won"]) == (2, True)
    deck, vectors = shipped["wits-and-wagers-family"]
    for vector in vectors["rounds"] + vectors["examples"]:
        assert score_round(vector["table"], deck) == vector["result"]
    assert [v["result"]["winning_guess"] for v in vectors["examples"][:3]] == [88, 1, 372]
    assert len(vectors["rounds"]) == 40


def test_wits_vectors_show_every_kind_of_round(shipped):
    rounds = shipped["wits-and-wagers-family"][1]["rounds"]
    boards = [[g["guess"] for g in v["table"]["guesses"]] for v in rounds]
    assert any(len(set(shown)) < len(shown) for shown in boards)
    all_high = [v for v, g in zip(rounds, boards, strict=True) if min(g) > v["table"]["answer"]]
    assert all_high
    assert {v["result"]["winning_guess"] for v in all_high} == {1}
    assert any(v["result"]["winning_guess"] == v["table"]["answer"] for v in rounds)
    assert any(max(v["result"]["points"].values()) == 4 for v in rounds)


@pytest.mark.parametrize("game", GAMES)
def test_every_build_writes_them_and_names_them_in_the_manifest(game, tmp_path):
    building.build(
        pipeline.Options((write_deck(tmp_path / "d", game=game),), Profile.PRINT),
        building.BuildOptions(tmp_path / "out"),
    )
    data = (tmp_path / "out/test/conformance.json").read_bytes()
    vectors = json.loads(data)
    schema = decks.conformance_schema(installed_games().get(game))
    assert deck_problems(vectors, schema) == []
    entry = json.loads((tmp_path / "out/manifest.json").read_bytes())
    file = entry["decks"]["test"]["files"]["conformance.json"]
    assert file == {
        "sha256": hashlib.sha256(data).hexdigest(),
        "bytes": len(data),
        "schema": schema["$id"],
    }
    assert vectors["examples"]


def test_a_draft_without_a_drawable_setup_is_built(tmp_path):
    setups = "id,level,easy,medium,hard,special_statements\nU01,easy,9,1,0,P1\n"
    codes = ["AUS", "CAN", "CHN", "CUB", "EGY", "FIN", "FJI", "GRC", "IND", "ITA", "JPN", "KEN"]
    rows = [f"{code},{code.title()},Anywhere,Somewhere," for code in codes]
    countries = "\n".join(["code,name,region,capital,aliases", "CHL,Chile,A,S,", "PER,Peru,A,L,",
                           "BOL,Bolivia,A,S,", *rows]) + "\n"  # fmt: skip
    deck = write_deck(tmp_path / "d", {"setups": setups, "countries": countries})
    done = run("build", "--draft", str(deck), "--out", str(tmp_path / "out"))
    assert done.returncode == ExitCode.OK, done.stderr
    vectors = json.loads((tmp_path / "out/test/conformance.json").read_bytes())
    assert vectors["deals"] == vectors["games"] == []


def test_generated_types_and_pages_are_current():
    """docs/models.py writes examples/types/ and the tables of docs/json.md."""
    sys.path.insert(0, str(ROOT / "docs"))
    try:
        import models  # type: ignore[import-not-found]
    finally:
        sys.path.remove(str(ROOT / "docs"))
    wanted = dict(models.pages())
    assert len(wanted) == 9
    for path, text in wanted.items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name}: run make docs"


MODELS = {
    ("quizwiz", 0): ("quizwiz", "QuizWizDeck"),
    ("quizwiz", 1): ("quizwiz_conformance", "QuizWizConformanceVectors"),
    ("wits-and-wagers-family", 0): ("wits_and_wagers_family", "WitsWagersFamilyDeck"),
    ("wits-and-wagers-family", 1): (
        "wits_and_wagers_family_conformance",
        "WitsWagersFamilyConformanceVectors",
    ),
}


@pytest.mark.parametrize(("game", "which"), MODELS)
def test_python_models_read_the_files_whole(shipped, game, which):
    module, name = MODELS[game, which]
    spec = importlib.util.spec_from_file_location(f"types_{module}", TYPES / f"{module}.py")
    loaded = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = loaded
    spec.loader.exec_module(loaded)
    model = getattr(loaded, name)
    data = shipped[game][which]
    read = model.model_validate_json(json.dumps({**data, "later": "a member to come"}))
    assert read.model_dump(mode="json", by_alias=True, exclude_unset=True) == data
    broken = {**data, "game": "chess"}
    with pytest.raises(ValueError, match="game"):
        model.model_validate_json(json.dumps(broken))


def code_blocks(language):
    text = (ROOT / "docs" / "json.md").read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def test_the_recipes_of_the_page_verify_a_build(tmp_path):
    building.build(
        pipeline.Options((write_deck(tmp_path / "d"),), Profile.PRINT),
        building.BuildOptions(tmp_path / "build"),
    )
    verify = code_blocks("sh")[0]

    def done():
        result = subprocess.run(
            ["sh", "-c", verify], cwd=tmp_path, capture_output=True, text=True, check=True
        )
        return result.stdout.splitlines()

    assert done() == ["ok  test/conformance.json", "ok  test/deck.json"]
    with (tmp_path / "build/test/deck.json").open("ab") as file:
        file.write(b" ")
    assert done() == ["ok  test/conformance.json", "BAD test/deck.json"]


def test_the_tables_of_the_page_can_be_scored(shipped):
    whole, game, bets = (json.loads(text) for text in code_blocks("json"))
    deck, _ = shipped["quizwiz"]
    assert len(score(whole, deck)["verdicts"]) == 4
    assert score(game, deck)["verdicts"] == []
    assert score_round(bets, None) == {"winning_guess": 372, "points": {"Ada": 1, "Ben": 1}}
