"""deckkit schema --check, released schemas, and old versions that are still written."""

from __future__ import annotations

import copy
import json
import shutil

import pytest

from deckkit import building, catalogue, compat, pipeline
from deckkit.decks import content_hash
from deckkit.errors import ExitCode, UsageError
from deckkit.findings import Profile
from deckkit.game import Game, Games, SheetSpec
from deckkit.records import Record

from .support import ROOT, run

DECKS = ROOT / "schemas" / "deck"
QUIZWIZ = DECKS / "quizwiz" / "v1.schema.json"
CURRENT = sorted(DECKS.glob("*/*.schema.json"))


def changed(*path, **members):
    """The QuizWiz schema with members of the subschema at `path` replaced (None: removed)."""
    schema = json.loads(QUIZWIZ.read_text(encoding="utf-8"))
    part = schema
    for name in path:
        part = part[name]
    for name, value in members.items():
        if value is None:
            part.pop(name)
        else:
            part[name] = value
    return schema


def verdict(new, old=None):
    old = old or json.loads(QUIZWIZ.read_text(encoding="utf-8"))
    return compat.verdict_of(compat.compare(old, new)).word


STATEMENT = ("properties", "statements", "items")
LEVEL = ("properties", "setups", "items", "properties", "level")
COUNTRY = ("properties", "countries", "items", "properties")


def test_the_three_cases_as_a_user_types_them(tmp_path):
    removed = changed(*STATEMENT, "properties", as_of=None)
    removed["properties"]["statements"]["items"]["required"].remove("as_of")
    hint = {"description": "A hint.", "type": "string"}
    cases = {
        "removed": (removed, 1, "breaking", "$.statements[].as_of: the member was removed"),
        "added": (
            changed(*STATEMENT, "properties", hint=hint),
            0,
            "additive",
            "$.statements[].hint: an optional member was added",
        ),
        "enum": (
            changed(*LEVEL, enum=["easy", "medium", "hard", "fiendish"]),
            1,
            "breaking",
            '$.setups[].level: the value "fiendish" was added',
        ),
        "same": (changed(title="Another title"), 0, "compatible", "$: title was changed"),
    }
    for name, (schema, code, word, line) in cases.items():
        new = tmp_path / f"{name}.json"
        new.write_text(json.dumps(schema), encoding="utf-8")
        done = run("schema", "--check", str(QUIZWIZ), str(new))
        assert done.returncode == code, done.stderr
        assert done.stdout == f"{word:<10}  {line}\n{word}\n"
    done = run("schema", "--check", str(QUIZWIZ), str(new), "--format", "json")
    assert json.loads(done.stdout) == {
        "verdict": "compatible",
        "changes": [{"verdict": "compatible", "place": "$", "what": "title was changed"}],
    }


@pytest.mark.parametrize(
    ("path", "members"),
    [
        (STATEMENT, {"required": ["id"]}),
        (STATEMENT, {"additionalProperties": True}),
        ((*STATEMENT, "properties", "text"), {"type": "integer"}),
        ((*STATEMENT, "properties", "text"), {"type": ["string", "null"]}),
        ((*STATEMENT, "properties", "text"), {"minLength": None}),
        ((*STATEMENT, "properties", "text"), {"maxLength": 500}),
        ((*STATEMENT, "properties", "difficulty"), {"maximum": 4}),
        ((*STATEMENT, "properties", "countries"), {"uniqueItems": None}),
        ((*STATEMENT, "properties", "sources", "items"), {"type": "integer"}),
        ((*STATEMENT, "properties", "sources"), {"items": None}),
        (LEVEL, {"enum": ["easy", "medium"]}),
        (LEVEL, {"enum": None}),
        (("properties", "schema_version"), {"const": 2}),
        (("properties", "schema_version"), {"const": True}),
        (("properties", "deck", "properties", "id"), {"pattern": "^[a-z]+$"}),
    ],
)
def test_what_is_breaking(path, members):
    assert verdict(changed(*path, **members)) == "breaking"


def test_a_new_required_member_is_breaking_and_an_optional_one_is_not():
    new = changed(*STATEMENT, "properties", hint={"type": "string"})
    assert verdict(new) == "additive"
    new["properties"]["statements"]["items"]["required"].append("hint")
    assert verdict(new) == "breaking"


def test_a_renamed_member_is_breaking():
    new = changed()
    country = new["properties"]["countries"]["items"]
    country["properties"]["label"] = country["properties"].pop("name")
    country["required"][country["required"].index("name")] = "label"
    assert verdict(new) == "breaking"


def test_a_marked_enum_may_grow():
    old = changed(*LEVEL, **{"x-extensible": True})
    new = changed(*LEVEL, **{"x-extensible": True, "enum": ["easy", "medium", "hard", "fiendish"]})
    assert verdict(new, old) == "additive"
    assert verdict(old) == "compatible"  # apps are told early
    assert verdict(changed(), old) == "breaking"  # and must not be told otherwise later
    assert verdict(new) == "breaking"  # the mark counts from the next change on


def test_annotations_and_order_are_compatible():
    new = changed(*COUNTRY, "name", title="Name", examples=["Peru"], description="Another one.")
    country = new["properties"]["countries"]["items"]
    country["properties"] = dict(reversed(country["properties"].items()))
    country["required"].reverse()
    new["properties"]["countries"]["items"]["properties"]["alpha2"]["type"].reverse()
    assert verdict(new) == "compatible"
    assert compat.compare(changed(), changed()) == []


def test_local_references_are_followed():
    old = {"$defs": {"n": {"type": "integer", "minimum": 0}},
           "type": "object", "properties": {"a": {"$ref": "#/$defs/n"}}}  # fmt: skip
    new = {"type": "object", "properties": {"a": {"type": "integer", "minimum": 0}}}
    assert verdict(new, old) == "compatible"
    new["properties"]["a"]["minimum"] = 1
    assert verdict(new, old) == "breaking"
    tree = {"$defs": {"t": {"type": "array", "items": {"$ref": "#/$defs/t"}}}, "$ref": "#/$defs/t"}
    assert verdict(copy.deepcopy(tree), tree) == "compatible"
    with pytest.raises(UsageError, match="which it does not have"):
        compat.compare({"$ref": "#/$defs/gone"}, {"type": "string"})


def test_what_is_no_schema_is_refused(tmp_path):
    for text in ("{", "[]"):
        (tmp_path / "x.json").write_text(text)
        with pytest.raises(UsageError):
            compat.check(QUIZWIZ, tmp_path / "x.json")
    with pytest.raises(UsageError, match="cannot be read"):
        compat.check(QUIZWIZ, tmp_path / "none.json")


def minor(path):
    return int(path.name.split(".")[-3])


@pytest.mark.parametrize("schema", CURRENT, ids=lambda p: p.relative_to(DECKS).as_posix())
def test_no_released_schema_is_broken(schema):
    """Fails on a change that needs a new version, or a further copy in released/."""
    stem = schema.name.removesuffix(".schema.json")
    chain = sorted((schema.parent / "released").glob(f"{stem}.*.schema.json"), key=minor)
    assert [minor(path) for path in chain] == list(range(len(chain)))
    assert chain, f"copy {schema.name} to released/{stem}.0.schema.json"
    for old, new in zip(chain, [*chain[1:], schema], strict=True):
        changes = compat.check(old, new)
        assert compat.verdict_of(changes) is not compat.Verdict.BREAKING, (
            f"{new.name} breaks apps that know {old.name}; make a new version of the schema.\n"
            + compat.render(changes)
        )
    assert compat.verdict_of(compat.check(chain[-1], schema)) is compat.Verdict.COMPATIBLE, (
        f"copy {schema.name} to released/{stem}.{len(chain)}.schema.json"
    )


def test_the_guard_sees_a_breaking_change(tmp_path):
    folder = tmp_path / "quizwiz"
    shutil.copytree(QUIZWIZ.parent, folder)
    schema = folder / "v1.schema.json"
    test_no_released_schema_is_broken(schema)
    broken = changed(*LEVEL, enum=["easy", "medium", "hard", "fiendish"])
    schema.write_text(json.dumps(broken), encoding="utf-8")
    with pytest.raises(AssertionError, match="make a new version"):
        test_no_released_schema_is_broken(schema)
    schema.write_text(json.dumps(changed("properties", hints={"type": "array", "items": {}})))
    with pytest.raises(AssertionError, match=r"released/v1\.1\.schema\.json"):
        test_no_released_schema_is_broken(schema)
    shutil.copy(schema, folder / "released" / "v1.1.schema.json")
    test_no_released_schema_is_broken(schema)


def test_schemas_are_closed_and_say_what_each_member_means():
    def visit(part, place, root):
        if "properties" in part:
            assert part.get("additionalProperties") is False, place
            assert part["title"], place
        if not root and not place.endswith("[]"):
            assert part["description"], place
        for name, child in part.get("properties", {}).items():
            visit(child, f"{place}.{name}", False)
        if "items" in part:
            visit(part["items"], f"{place}[]", False)

    for path in CURRENT:
        schema = json.loads(path.read_text(encoding="utf-8"))
        assert schema["$id"].endswith(path.relative_to(ROOT).as_posix())
        visit(schema, f"{path.parent.name}/{path.name}", True)


def test_the_catalogue_lists_conformance_schemas():
    names = catalogue.schema(None).splitlines()
    assert {"quizwiz", "quizwiz/conformance", "wits-and-wagers-family/conformance"} <= set(names)
    assert run("schema", "quizwiz/conformance").stdout.startswith('{\n  "$schema"')
    assert run("schema", "quizwiz/conformances").returncode == ExitCode.USAGE


class Riddle(Record):
    id: str
    riddle: str


def test_version_1_is_still_written_next_to_version_2(tmp_path):
    row = {"type": "object", "required": ["id", "riddle"], "x-key": ["id"],
           "properties": {"id": {"type": "string"}, "riddle": {"type": "string"}}}  # fmt: skip

    def schema(version, member):
        return {
            "$id": f"https://toy.example/v{version}",
            "properties": {"schema_version": {"const": version}},
            "required": ["schema_version", member],
        }

    files = {
        "schemas/source/toy/riddles.schema.json": row,
        "schemas/deck/toy/v1.schema.json": schema(1, "riddles"),
        "schemas/deck/toy/v2.schema.json": schema(2, "questions"),
    }
    for name, data in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(data))
    deck = tmp_path / "deck"
    deck.mkdir()
    (deck / "deck.toml").write_text(
        'id = "toys"\ngame = "toy"\ntitle = "T"\nversion = "2026.1"\nas_of = "2026"\n'
        'licence = "CC0-1.0"\n'
    )
    (deck / "riddles.csv").write_text("id,riddle\nR1,What has keys?\n")
    game = Game(
        "toy", "Toy", "TY", (SheetSpec("riddles", Riddle),), {},
        lambda src: {"questions": [{"id": r.id, "text": r.riddle} for r in src.records(Riddle)]},
        lambda deck: [], tmp_path / "schemas", tmp_path / "templates", schema_version=2,
        earlier={1: lambda deck: {"riddles": [q["text"] for q in deck["questions"]]}},
    )  # fmt: skip
    out = tmp_path / "out"
    built = building.build(
        pipeline.Options((deck,), Profile.DRAFT),
        building.BuildOptions(out),
        Games.of([game]),
    )
    assert [p.name for p in built.files] == ["deck.json", "deck.v1.json", "manifest.json"]
    new = json.loads((out / "toys/deck.json").read_bytes())
    old = json.loads((out / "toys/deck.v1.json").read_bytes())
    assert (new["schema_version"], old["schema_version"]) == (2, 1)
    assert old["riddles"] == ["What has keys?"]
    assert old["deck"]["content_hash"] == content_hash(old) != new["deck"]["content_hash"]
    manifest = json.loads((out / "manifest.json").read_bytes())
    entry = manifest["decks"]["toys"]["files"]
    assert entry["deck.json"]["schema"] == "https://toy.example/v2"
    assert entry["deck.v1.json"]["schema"] == "https://toy.example/v1"
    assert [name for name, _ in catalogue.game_schemas(game)] == ["toy", "toy/v1", "toy/riddles"]


def test_a_deck_is_no_schema(tmp_path):
    (tmp_path / "deck.json").write_text('{"$schema": "x", "game": "quizwiz", "deck": {}}')
    (tmp_path / "schema.json").write_text('{"type": "object"}')
    for pair in (("deck.json", "schema.json"), ("schema.json", "deck.json")):
        with pytest.raises(UsageError, match=r"deck\.json is not a JSON Schema"):
            compat.check(*(tmp_path / name for name in pair))
    with pytest.raises(UsageError, match=r"none\.json cannot be read: No such file"):
        compat.check(tmp_path / "none.json", tmp_path / "schema.json")
