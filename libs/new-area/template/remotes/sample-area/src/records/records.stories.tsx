import { SampleAreaRecordPage } from "@tessera/contracts-sample-area/records.ts";
import { hoursAgo, idOf, type Meta, page, type StoryObj } from "@tessera/gallery";
import routes from "../routes.tsx";

export default {
  title: "sample-area/Records",
  // Without this line it is compared with a picture, which `npm run pictures -- --update-snapshots` takes.
  tags: ["!picture"],
} satisfies Meta;

const records = (...titles: string[]): StoryObj =>
  page(routes, {
    path: "/sample-area",
    routes: {
      "GET /api/sample-area/records": SampleAreaRecordPage.parse({
        items: titles.map((title, n) => ({ id: idOf(n), title, reviewed: n > 0, createdAt: hoursAgo(n + 1) })),
        ...{ nextCursor: null, total: titles.length, waiting: Math.min(titles.length, 1) },
      }),
    },
  });

export const Records: StoryObj = records("The first record", "Another record");

export const Empty: StoryObj = records();
