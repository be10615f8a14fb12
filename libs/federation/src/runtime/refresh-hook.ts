/**
 * Where React reports its renderer. React Refresh makes one of its own when there is none, but that one forgets the
 * renderer, and the refresh runtime of a remote, loaded after React, would find nothing to refresh.
 */
const renderers = new Map<number, unknown>();
Object.assign(window, {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: {
    renderers,
    supportsFiber: true,
    inject(renderer: unknown) {
      renderers.set(renderers.size + 1, renderer);
      return renderers.size;
    },
    onScheduleFiberRoot() {},
    onCommitFiberRoot() {},
    onCommitFiberUnmount() {},
  },
});
