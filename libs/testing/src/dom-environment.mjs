import { makeStylesFast, TestEnvironment } from "./fast-styles.mjs";

/** jsdom with the web platform that react-router and the clients need and jsdom lacks; taken from Node. */
export default class DomEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    makeStylesFast(this.dom.window);
    Object.assign(this.global, {
      fetch,
      Request,
      Response,
      Headers,
      FormData,
      AbortController,
      AbortSignal,
      TextEncoder,
      TextDecoder,
      ReadableStream,
      TransformStream,
      WritableStream,
      structuredClone,
    });
    this.global.scrollTo = () => {};
    this.global.ResizeObserver ??= class {
      observe() {}
      unobserve() {}
      disconnect() {}
    };
    this.global.matchMedia ??= (query) => ({
      matches: false,
      media: query,
      addEventListener() {},
      removeEventListener() {},
    });
  }
}
