"""TypeScript types, Python models and tables of members, from the schemas of decks.

- examples/types/<name>.d.ts and examples/types/<name>.py, one pair a schema
- docs/json.md, between its marks ``<!-- members: FILE -->`` and ``<!-- end -->``

The schemas use a small part of JSON Schema: closed objects with titles, arrays, enum, const,
one type or a type and null. Anything else raises ValueError here.
"""

from __future__ import annotations

import json
import keyword
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
TYPES = ROOT / "examples" / "types"
NOTE = "Made by make docs from {path}."
TS = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}
PY = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}
LIMITS = {"minLength": "min_length", "maxLength": "max_length", "minimum": "ge", "maximum": "le"}
IGNORED = ("title", "description", "examples")


def pages() -> Iterator[tuple[Path, str]]:
    """(file, text) of every generated file."""
    for path in schema_files():
        schema = json.loads(path.read_text(encoding="utf-8"))
        stem = f"{path.parent.name}" + "-conformance" * path.name.startswith("conformance")
        note = NOTE.format(path=path.relative_to(ROOT).as_posix())
        yield TYPES / f"{stem}.d.ts", typescript(schema, note)
        yield TYPES / f"{stem.replace('-', '_')}.py", python(schema, note)
    yield DOCS / "json.md", with_members((DOCS / "json.md").read_text(encoding="utf-8"))


def schema_files() -> list[Path]:
    """The schemas that apps read, by game."""
    return sorted((ROOT / "schemas" / "deck").glob("*/*.schema.json"))


@dataclass
class Model:
    """An object of a schema: its name, its members, and what it was made from."""

    name: str
    schema: dict[str, Any]
    parts: list[str] = field(default_factory=list)


def models(schema: dict[str, Any]) -> list[Model]:
    """Every object with members, the parts before the whole; equal ones once."""
    found: dict[str, Model] = {}

    def visit(part: dict[str, Any]) -> None:
        for child in part.get("properties", {}).values():
            visit(child)
        if "items" in part:
            visit(part["items"])
        if "properties" not in part:
            return
        name = class_name(part)
        if name in found and bare(found[name].schema) != bare(part):
            raise ValueError(f"two different objects have the title {part['title']}")
        found.setdefault(name, Model(name, part))

    visit(schema)
    return list(found.values())


def class_name(schema: dict[str, Any]) -> str:
    """``Deck information`` is DeckInformation."""
    words = re.findall(r"[A-Za-z0-9]+", schema["title"])
    return "".join(word[0].upper() + word[1:] for word in words)


def bare(schema: Any) -> Any:
    """A schema without its annotations."""
    if isinstance(schema, list):
        return [bare(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {k: bare(v) for k, v in schema.items() if k not in IGNORED or isinstance(v, dict)}


def kinds(schema: dict[str, Any]) -> tuple[str, bool]:
    """The type of a value, and whether it may be null."""
    types = schema.get("type", "")
    names = [types] if isinstance(types, str) else [t for t in types if t != "null"]
    if len(names) != 1:
        raise ValueError(f"a value has the types {types}")
    return names[0], "null" in types and not isinstance(types, str)


def typescript(schema: dict[str, Any], note: str) -> str:
    """One .d.ts with an interface per object."""
    lines = [f"// {note}"]
    for model in models(schema):
        lines += ["", f"/** {model.schema['description']} */", f"export interface {model.name} {{"]
        required = model.schema.get("required", ())
        for name, part in model.schema["properties"].items():
            shown = name if name.isidentifier() else json.dumps(name)
            optional = "" if name in required else "?"
            lines.append(f"  /** {part['description']} */")
            lines.append(f"  {shown}{optional}: {ts_type(part)};")
        lines.append("}")
    return "\n".join(lines) + "\n"


def ts_type(schema: dict[str, Any]) -> str:
    """The TypeScript type of a value."""
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    kind, nullable = kinds(schema)
    if kind == "object":
        return (
            class_name(schema) if "properties" in schema else f"Record<string, {ts_rest(schema)}>"
        )
    if kind == "array":
        inner = ts_type(schema["items"])
        return f"({inner})[]" if " " in inner else f"{inner}[]"
    return TS[kind] + " | null" * nullable


def ts_rest(schema: dict[str, Any]) -> str:
    """The type of the members of an object whose names are open."""
    rest = schema.get("additionalProperties")
    return ts_type(rest) if isinstance(rest, dict) else "unknown"


def python(schema: dict[str, Any], note: str) -> str:
    """One module with a pydantic model per object."""
    body: list[str] = []
    for model in models(schema):
        body += [
            "",
            "",
            f"class {model.name}(Model):",
            docstring(model.schema["description"]),
            "",
        ]
        required = model.schema.get("required", ())
        for name, part in model.schema["properties"].items():
            body.append(f"    {py_field(name, part, name in required)}")
            body.append(docstring(part["description"]))
    text = "\n".join(body)
    words = [word for word in ("Any", "Literal") if re.search(rf"\b{word}\b", text)]
    typing = [f"from typing import {', '.join(words)}", ""] if words else []
    head = [
        f'"""{schema["title"]}.\n\n{note}\n"""',
        "",
        "from __future__ import annotations",
        "",
        *typing,
        "from pydantic import BaseModel, ConfigDict, Field",
        "",
        "",
        "class Model(BaseModel):",
        '    """A part of the file; members that a later version adds are passed over."""',
        "",
        '    model_config = ConfigDict(extra="ignore", frozen=True, populate_by_name=True)',
    ]
    return "\n".join(head) + "\n" + text.rstrip() + "\n"


def docstring(text: str) -> str:
    """`text` as the docstring of a class or member, in lines of at most 100."""
    lines = textwrap.wrap(f'"""{text}"""', 96, break_long_words=False)
    return textwrap.indent("\n".join(lines), "    ")


def py_field(name: str, schema: dict[str, Any], required: bool) -> str:
    """The line of one member."""
    shown = re.sub(r"\W", "", name) or name
    if shown[0].isdigit():
        shown = f"n{shown}"
    if keyword.iskeyword(shown) or shown in ("schema", "copy", "json"):
        shown += "_"
    options = [] if required else ["default=None"]
    if shown != name:
        options.append(f"alias={quoted(name)}")
    if "pattern" in schema:
        options.append(f'pattern=r"{schema["pattern"]}"')
    options += [f"{LIMITS[k]}={schema[k]}" for k in LIMITS if k in schema]
    annotation = py_type(schema) + ("" if required else " | None")
    if not options:
        return f"{shown}: {annotation}"
    line = f"{shown}: {annotation} = Field({', '.join(options)})"
    if len(line) <= 96:
        return line
    joined = ", ".join(options)
    if len(joined) > 92:
        joined = ",\n        ".join(options) + ","
    return f"{shown}: {annotation} = Field(\n        {joined}\n    )"


def quoted(value: Any) -> str:
    """A value as Python source with double quotes."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)


def py_type(schema: dict[str, Any]) -> str:
    """The Python type of a value; a long constant (an address) is any text."""
    if "const" in schema:
        value = schema["const"]
        return "str" if isinstance(value, str) and len(value) > 40 else f"Literal[{quoted(value)}]"
    if "enum" in schema:
        return f"Literal[{', '.join(quoted(value) for value in schema['enum'])}]"
    kind, nullable = kinds(schema)
    if kind == "object":
        if "properties" in schema:
            return class_name(schema)
        rest = schema.get("additionalProperties")
        return f"dict[str, {py_type(rest) if isinstance(rest, dict) else 'Any'}]"
    if kind == "array":
        return f"list[{py_type(schema['items'])}]"
    return PY[kind] + " | None" * nullable


def with_members(text: str) -> str:
    """docs/json.md with the table of members of each file that it marks."""

    def table(match: re.Match[str]) -> str:
        schema = json.loads((ROOT / match[1]).read_text(encoding="utf-8"))
        lines = ["| Member | Type | Meaning | Example |", "|---|---|---|---|", *rows(schema, "")]
        return f"<!-- members: {match[1]} -->\n" + "\n".join(lines) + "\n<!-- end -->"

    return re.sub(r"<!-- members: (\S+) -->\n.*?<!-- end -->", table, text, flags=re.DOTALL)


def rows(schema: dict[str, Any], place: str) -> Iterator[str]:
    """A line for every member below `schema`."""
    required = schema.get("required", ())
    for name, part in schema.get("properties", {}).items():
        at = f"{place}.{name}" if place else name
        inner, many = part, ""
        while inner.get("type") == "array":
            inner, many = inner["items"], many + "[]"
        shown = ts_type(part).replace("|", "\\|") if "properties" not in inner else "object" + many
        shown = "text" if "const" in part and len(shown) > 40 else shown
        sample = part.get("examples") or inner.get("examples") or [part.get("const")]
        example = "" if sample == [None] and "examples" not in part else json.dumps(sample[0])
        example = example if len(example) <= 40 else ""
        needed = "" if name in required else " (may be missing)"
        cells = f"{part['description']}{needed}"
        yield f"| `{at}{many}` | {shown} | {cells} | {f'`{example}`' if example else ''} |"
        yield from rows(inner, at + many)
