import { Clock } from "@tessera/service-kit";

/** A clock that stands where it is set and moves when asked to. */
export class TestClock extends Clock {
  private at: number | null = null;
  now() {
    return new Date(this.at ?? Date.now());
  }
  set(at: Date | string) {
    this.at = new Date(at).getTime();
  }
  /** @param ms milliseconds to move on, from now when it was never set */
  advance(ms: number) {
    this.at = this.now().getTime() + ms;
  }
}
