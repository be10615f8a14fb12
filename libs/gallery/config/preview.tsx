import type { Preview } from "storybook-react-rsbuild";
import { inGallery } from "../src/in-gallery.tsx";

const preview: Preview = {
  // Stories that the picture test takes; one that shows nothing that others do not says "!picture".
  tags: ["picture"],
  decorators: [inGallery],
  globalTypes: {
    theme: {
      toolbar: { title: "Theme", icon: "contrast", dynamicTitle: true, items: ["light", "dark"] },
    },
    density: {
      toolbar: { title: "Density", icon: "menu", dynamicTitle: true, items: ["comfortable", "compact"] },
    },
  },
  initialGlobals: { theme: "light", density: "comfortable" },
  parameters: {
    layout: "fullscreen",
    backgrounds: { disable: true },
    viewport: {
      options: {
        phone: { name: "Phone, 390 px", type: "mobile", styles: { width: "390px", height: "844px" } },
        desk: { name: "Desk, 1440 px", type: "desktop", styles: { width: "1440px", height: "900px" } },
      },
    },
  },
};
export default preview;
