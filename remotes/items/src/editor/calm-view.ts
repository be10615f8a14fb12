import type { Transaction } from "@codemirror/state";
import { EditorView, type EditorViewConfig } from "@codemirror/view";
import { IdleTask } from "./idle-task.ts";

/**
 * Pause in typing after which lines are measured, and the longest time that this waits for one, in ms. A measure finds
 * nothing after letters alone, and what else needs one asks for it: whoever types without a pause hardly meets one.
 */
const PAUSE = 250;
const MAX_WAIT = 10_000;

/**
 * An editor that is not measured at each letter. CodeMirror measures every line that is drawn in the frame of each
 * change, before it is painted; where a letter leaves its line as high as it is known to be, that finds nothing.
 */
export class CalmView extends EditorView {
  private isCalm = false;
  /** From the key of a letter until something changes: CodeMirror asks for a measure at each key. */
  private isBeforeLetter = false;
  private readonly measuring = new IdleTask(() => this.measureNow(), PAUSE, MAX_WAIT);

  constructor(config: EditorViewConfig) {
    super(config);
    // Before what CodeMirror makes of them.
    this.dom.addEventListener("mousedown", () => this.settle(), true);
    this.dom.addEventListener(
      "keydown",
      (event) => {
        this.isBeforeLetter = isLetter(event);
        // Other keys ask where lines are.
        if (!this.isBeforeLetter) this.settle();
      },
      true,
    );
  }

  /** Takes a change that makes no line higher or lower: lines are measured in the next pause. */
  dispatchCalmly(change: Transaction): void {
    this.isCalm = true;
    try {
      this.dispatch(change);
    } finally {
      this.isCalm = false;
    }
  }

  override update(transactions: readonly Transaction[]): void {
    this.isBeforeLetter = false;
    super.update(transactions);
  }

  override requestMeasure<T>(request?: Parameters<typeof EditorView.prototype.requestMeasure<T>>[0]): void {
    if ((this.isCalm || this.isBeforeLetter) && !request) this.measuring.soon();
    else super.requestMeasure(request);
  }

  override destroy(): void {
    this.measuring.cancel();
    super.destroy();
  }

  /** What waits is measured before the next question where a place of the text is. */
  private settle(): void {
    if (this.measuring.cancel()) super.requestMeasure();
  }

  /** Not in the next frame, which may be that of a letter. */
  private measureNow(): void {
    super.requestMeasure();
    // Each question for a height has what was asked for measured.
    this.elementAtHeight(0);
  }
}

const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key?.length === 1 && !ctrlKey && !metaKey && !altKey;
