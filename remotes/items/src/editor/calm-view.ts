import type { Transaction } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { IdleTask } from "./idle-task.ts";

/** Pause in typing after which lines are measured, and the longest time that this waits for one, in ms. */
const PAUSE = 250;
const MAX_WAIT = 2_000;

/**
 * An editor that is not measured at each letter. CodeMirror measures every line that is drawn in the frame of each
 * change, before it is painted; where a letter leaves its line as high as it is known to be, that finds nothing.
 */
export class CalmView extends EditorView {
  private isCalm = false;
  private readonly measuring = new IdleTask(() => this.measureNow(), PAUSE, MAX_WAIT);

  /** Takes a change that makes no line higher or lower: lines are measured in the next pause. */
  dispatchCalmly(change: Transaction): void {
    this.isCalm = true;
    try {
      this.dispatch(change);
    } finally {
      this.isCalm = false;
    }
  }

  /** To be called before something asks where a place of the text is: lines are measured before it is answered. */
  settle(): void {
    if (this.measuring.cancel()) super.requestMeasure();
  }

  override requestMeasure<T>(request?: Parameters<typeof EditorView.prototype.requestMeasure<T>>[0]): void {
    if (this.isCalm && !request) this.measuring.soon();
    else super.requestMeasure(request);
  }

  override destroy(): void {
    this.measuring.cancel();
    super.destroy();
  }

  /** Not in the next frame, which may be that of a letter. */
  private measureNow(): void {
    super.requestMeasure();
    // Each question for a height has what was asked for measured.
    this.elementAtHeight(0);
  }
}
