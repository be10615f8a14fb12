import { firstViewDrawn } from "../routing/first-view.ts";
import { type Services, whoIsIn } from "../services.ts";
import { ownContainer } from "../updates/service-worker.ts";
import { PUSH_DEVICE, PUSH_RENEWED } from "./names.ts";

/**
 * Keeps the browser's subscription that of the person who is signed in. What fails is done by the next page: the server
 * sends nothing to a session that has ended.
 */
export function followPush({ session, personal, push }: Pick<Services, "session" | "personal" | "push">): void {
  const container = ownContainer();
  if (!container) return;
  let person = whoIsIn(session);
  const turn = async () => {
    person = whoIsIn(session);
    if (person !== null && personal.get(PUSH_DEVICE) !== null) return void (await push.state());
    // Most browsers have none: the code that ends one is not loaded for them.
    const registration = await container.getRegistration();
    if (await registration?.pushManager?.getSubscription()) await push.forget();
  };
  const quietly = () => void turn().catch(() => undefined);
  session.onEvent(() => {
    if (whoIsIn(session) !== person) quietly();
  });
  container.addEventListener("message", ({ data }: MessageEvent<{ type?: string }>) => {
    if (data?.type === PUSH_RENEWED && person !== null) void push.keep().catch(() => undefined);
  });
  void firstViewDrawn().then(quietly);
}
