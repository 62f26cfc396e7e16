"""The golden files are what the engine does today. `make golden` writes them anew."""

from golden.playthrough import FOLDER, golden_files


def test_golden_files_are_up_to_date() -> None:
    files = golden_files()
    for path, text in files.items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name} differs; if it should, run `make golden`"
    kept = {path for folder in ("", "playthroughs") for path in (FOLDER / folder).glob("*.*") if path.suffix != ".py"}
    assert kept == {path for path in files if FOLDER in path.parents}, "golden files that nothing writes"
