"""Layout of faces with WeasyPrint.

All faces of a batch lie on top of each other on ONE small page, each isolated by
``opacity: .99``, so that each becomes its own Form XObject: the forms are kept, the page is
thrown away. A self-test (one page, as many forms as faces) guards this; when it fails,
each face gets a page of its own, which looks the same and takes longer.
"""

from __future__ import annotations

import gc
import io
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from deckkit.beside import may_fork
from deckkit.render import limits
from deckkit.render.fit import PT_PER_MM
from deckkit.render.fonts import fonts
from deckkit.render.forms import Frozen, freeze

if TYPE_CHECKING:
    from concurrent.futures import Executor

BATCH = 100
WORTH_TWO = 40  # faces from which a second process saves time
CPU_BATCH, CPU_FACE = 10.0, 0.2  # s that a batch may take, and for each of its faces
_WEIGHTS = {"Semi-Bold": 600, "Bold": 700, "Ultra-Bold": 800}
_FONT = re.compile(r"/[A-Z]{6}\+Deckkit-(Head|Body)-(.+)\Z")


@dataclass(frozen=True, slots=True)
class Job:
    """Faces to lay out in one document: HTML fragments, style sheet, language, size in mm.

    `measure` are the ids whose laid-out height is asked for.
    """

    fragments: tuple[str, ...]
    measure: tuple[tuple[str, ...], ...]
    css: str
    language: str
    width: float
    height: float
    plain: bool = False


@dataclass(frozen=True, slots=True)
class LaidOut:
    """A laid-out face, plain data: `form` (see `forms`), glyph ids used by font name,
    font names -> font keys, heights in px of measured ids, lines that the engine logged, and
    the limit (``time``, ``memory``, ``depth``) at which it was given up."""

    form: Frozen
    glyphs: dict[str, list[int]]
    fonts: dict[str, str]
    heights: dict[str, float]
    logs: tuple[str, ...] = ()
    exceeded: str = ""


def lay_out(job: Job) -> list[LaidOut]:
    """Lay out the faces of a job; log lines are traced to the faces that caused them."""
    faces, logs = _lay_out(job)
    if not logs:
        return faces
    if len(faces) == 1:
        return [_logged(faces[0], logs)]
    middle = len(faces) // 2
    halves = [_part(job, slice(None, middle)), _part(job, slice(middle, None))]
    if all(_lay_out(half)[1] == logs for half in halves):  # the style sheet's own fault
        return [_logged(faces[0], logs), *faces[1:]]
    return [face for half in halves for face in lay_out(half)]


def lay_out_all(job: Job, executor: Executor | None = None) -> list[LaidOut]:
    """Lay out any number of faces in batches, in child processes with limits.

    A face that runs into the limits is empty and says so (`LaidOut.exceeded`). With an
    `executor` the batches go there, without limits.
    """
    count = len(job.fragments)
    if not count:
        return []
    size = BATCH if count <= WORTH_TWO else min(BATCH, -(-count // 2))
    jobs = [_part(job, slice(at, at + size)) for at in range(0, count, size)]
    if executor is not None:
        return [face for batch in executor.map(lay_out, jobs) for face in batch]
    if len(jobs) > 1 and may_fork():
        import weasyprint  # noqa: F401  imported once, before the processes part
    return _limited(jobs)


def _limited(jobs: Sequence[Job]) -> list[LaidOut]:
    """The faces of all jobs; a batch that ran into its limits is halved until one face is left."""
    found: list[LaidOut] = []
    for job, answer in zip(jobs, limits.run_all(lay_out, jobs, allowed), strict=True):
        count = len(job.fragments)
        if not isinstance(answer, limits.Exceeded):
            found += answer
        elif count > 1:
            middle = count // 2
            found += _limited([_part(job, slice(None, middle)), _part(job, slice(middle, None))])
        else:
            found.append(LaidOut(empty(job.width, job.height), {}, {}, {}, (), answer.what))
    return found


def allowed(job: Job) -> limits.Limits:
    """Limits for a batch: many times what a face of ours takes."""
    cpu = CPU_BATCH + CPU_FACE * len(job.fragments)
    return limits.Limits(cpu, 5 * cpu)


def empty(width: float, height: float) -> Frozen:
    """A form of that size in mm that draws nothing."""
    box = [0.0, 0.0, round(width * PT_PER_MM, 3), round(height * PT_PER_MM, 3)]
    return {"d": {"/Type": {"n": "/XObject"}, "/Subtype": {"n": "/Form"}, "/BBox": box}, "c": ""}


def _part(job: Job, which: slice) -> Job:
    return Job(
        job.fragments[which], job.measure[which], job.css, job.language, job.width,
        job.height, job.plain,
    )  # fmt: skip


def _logged(face: LaidOut, logs: Sequence[str]) -> LaidOut:
    return LaidOut(face.form, face.glyphs, face.fonts, face.heights, tuple(logs))


def _lay_out(job: Job) -> tuple[list[LaidOut], list[str]]:
    import pikepdf

    collecting = gc.isenabled()
    gc.disable()  # a quarter of the layout time otherwise
    try:
        with captured_logs() as logs:
            data, heights = _write(job, stacked=not job.plain)
            pdf = pikepdf.open(io.BytesIO(data))
            forms = _page_forms(pdf) if job.plain else _stacked_forms(pdf)
            if len(forms) != len(job.fragments) and not job.plain:  # self-test failed
                data, heights = _write(job, stacked=False)
                pdf = pikepdf.open(io.BytesIO(data))
                forms = _page_forms(pdf)
        if len(forms) != len(job.fragments):
            logs.append(f"{len(forms)} pages for {len(job.fragments)} faces")
        faces = []
        for form, ids in zip(forms, job.measure, strict=False):
            frozen, glyphs, names = freeze(form)
            keys = {name: font_key(names[name]) for name in glyphs}
            logs += [f"font {names[n]} is not one of deckkit's" for n in keys if not keys[n]]
            faces.append(LaidOut(frozen, glyphs, keys, {i: heights.get(i, 0.0) for i in ids}))
        return faces, sorted(set(logs))
    finally:
        if collecting:
            gc.enable()


def _write(job: Job, *, stacked: bool) -> tuple[bytes, dict[str, float]]:
    """The PDF of a job and the heights in px of every element with an id."""
    import weasyprint

    from deckkit.render.fetch import Fetcher

    place = "position:absolute;left:0;top:0;opacity:.99" if stacked else "break-after:page"
    css = (
        f"@page{{size:{job.width}mm {job.height}mm;margin:0}}html,body{{margin:0}}"
        f".face{{{place};width:{job.width}mm;height:{job.height}mm}}"
    )
    html = (
        f'<!doctype html><html lang="{job.language}"><head><meta charset="utf-8">'
        f"<title>deckkit</title><style>{job.css}{css}</style></head>"
        f"<body>{''.join(job.fragments)}</body></html>"
    )
    document = weasyprint.HTML(
        string=html, base_url="deckkit://face/", url_fetcher=Fetcher()
    ).render()
    heights = {
        name: round(float(box[3] - box[1]), 3)
        for page in document.pages
        for name, box in page.anchors.items()
    }
    # Fonts are subset at assembly (`embed`), so they need neither subsetting nor packing here.
    return document.write_pdf(full_fonts=True, uncompressed_pdf=True), heights


def _stacked_forms(pdf: Any) -> list[Any]:
    """The faces' forms of a one-page stack, with the origin moved to the lower left, in pt."""
    import pikepdf

    if len(pdf.pages) != 1:
        return []
    objects = pdf.pages[0].obj.Resources.get("/XObject", pikepdf.Dictionary())
    keys = sorted((k for k in objects if re.match(r"/x\d+\Z", k)), key=lambda k: int(k[2:]))
    forms = [objects[key] for key in keys]
    height = float(pdf.pages[0].mediabox[3])
    for form in forms:
        form.Matrix = pikepdf.Array([0.75, 0, 0, -0.75, 0, round(height, 4)])
        if "/Group" in form:  # it only served to keep the face apart
            del form["/Group"]
    return forms


def _page_forms(pdf: Any) -> list[Any]:
    forms = [page.as_form_xobject() for page in pdf.pages]
    for form in forms:
        if "/Group" in form:
            del form["/Group"]
    return forms


def font_key(base_font: str) -> str:
    """Key of the deckkit font behind a PDF font name; empty for a stranger."""
    match = _FONT.match(base_font)
    if not match or match[2] not in _WEIGHTS:
        return ""
    key = f"{match[1].lower()}-{_WEIGHTS[match[2]]}"
    return key if key in fonts() else ""


@contextmanager
def captured_logs() -> Iterator[list[str]]:
    """Collect what WeasyPrint and its helpers log at warning level or above."""
    lines: list[str] = []

    import logging

    class Collector(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(record.getMessage())

    handler = Collector(logging.WARNING)
    loggers = [logging.getLogger(name) for name in ("weasyprint", "fontTools")]
    kept = [(logger.handlers[:], logger.propagate) for logger in loggers]
    for logger in loggers:
        logger.handlers, logger.propagate = [handler], False
    try:
        yield lines
    finally:
        for logger, (handlers, propagate) in zip(loggers, kept, strict=True):
            logger.handlers, logger.propagate = handlers, propagate
