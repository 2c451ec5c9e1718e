// The editor of pasted SQL: CodeMirror, coloured by the tokens that the server's lexer finds.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { EditorState, StateEffect, StateField, type Range } from "@codemirror/state";
import { Decoration, EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers, placeholder, type DecorationSet } from "@codemirror/view";

export interface Paint { from: number; to: number; class: string; title?: string }

/** A layer of decorations that is set as a whole and moves with the text. */
function layer(): { field: StateField<DecorationSet>; set: (view: EditorView, paints: Paint[]) => void } {
  const effect = StateEffect.define<DecorationSet>();
  const field = StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(value, transaction) {
      let next = value.map(transaction.changes);
      for (const e of transaction.effects) if (e.is(effect)) next = e.value;
      return next;
    },
    provide: (f) => EditorView.decorations.from(f),
  });
  const set = (view: EditorView, paints: Paint[]) => {
    const length = view.state.doc.length;
    const ranges: Range<Decoration>[] = paints.filter((p) => p.from < p.to && p.to <= length)
      .map((p) => Decoration.mark({ class: p.class, ...(p.title ? { attributes: { title: p.title } } : {}) }).range(p.from, p.to));
    view.dispatch({ effects: effect.of(Decoration.set(ranges, true)) });
  };
  return { field, set };
}

export class Editor {
  readonly view: EditorView;
  private readonly tokens = layer();
  private readonly problems = layer();
  private readonly marks = layer();

  constructor(host: HTMLElement, text: string, label: string, hint: string, changed: (text: string) => void, moved: (unit: number | null) => void) {
    this.view = new EditorView({
      parent: host,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(), history(), drawSelection(), highlightActiveLine(), highlightActiveLineGutter(), placeholder(hint),
          keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
          this.tokens.field, this.problems.field, this.marks.field,
          EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", autocapitalize: "off" }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed(update.state.doc.toString());
            if (update.selectionSet || update.docChanged) moved(update.state.selection.main.head);
          }),
          EditorView.domEventHandlers({
            mousemove: (event, view) => {
              moved(view.posAtCoords({ x: event.clientX, y: event.clientY }));
            },
            mouseleave: () => moved(null),
          }),
        ],
      }),
    });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  set text(text: string) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  colour(paints: Paint[]): void {
    this.tokens.set(this.view, paints);
  }

  underline(paints: Paint[]): void {
    this.problems.set(this.view, paints);
  }

  mark(paints: Paint[], reveal = false): void {
    this.marks.set(this.view, paints);
    const first = paints[0];
    if (reveal && first && first.to <= this.view.state.doc.length) this.view.dispatch({ effects: EditorView.scrollIntoView(first.from, { y: "nearest", yMargin: 60 }) });
  }

  select(from: number, to: number): void {
    this.view.dispatch({ selection: { anchor: from, head: Math.min(to, this.view.state.doc.length) }, scrollIntoView: true });
    this.view.focus();
  }

  destroy(): void {
    this.view.destroy();
  }
}
