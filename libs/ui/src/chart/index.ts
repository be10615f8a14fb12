export { ChartFrame } from "./chart-frame.tsx";
export { type Scale, scaleOf } from "./scale.ts";
