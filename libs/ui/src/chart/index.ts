export { Bar } from "./bar.tsx";
export { ChartFrame } from "./chart-frame.tsx";
export { type Bands, bandsOf, lineThrough, type Scale, scaleOf } from "./scale.ts";
