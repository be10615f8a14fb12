import { type Meta, Part, Parts, type StoryObj } from "@tessera/gallery";
import { ChartFrame } from "./chart-frame.tsx";
import { scaleOf } from "./scale.ts";

export default { title: "ui/Chart" } satisfies Meta;

const VALUES = [12, 30, 21, 44, 38, 60, 52, 71, 66, 80, 74, 91];
const bars = scaleOf(VALUES);
const line = scaleOf(VALUES, { fromZero: false });
const step = 100 / VALUES.length;

export const Chart: StoryObj = {
  render: () => (
    <Parts>
      <Part name="Bars">
        <ChartFrame label="Jobs by hour" scale={bars} text={String}>
          {VALUES.map((value, at) => (
            <rect
              key={value}
              x={at * step}
              width={step * 0.6}
              y={100 - bars.at(value) * 100}
              height={bars.at(value) * 100}
              fill={`var(--c${(at % 6) + 1})`}
            />
          ))}
        </ChartFrame>
      </Part>
      <Part name="Line">
        <ChartFrame label="Cards by month" scale={line} text={(value) => `${value} k`}>
          <polyline
            points={VALUES.map((value, at) => `${(at / (VALUES.length - 1)) * 100},${100 - line.at(value) * 100}`).join(
              " ",
            )}
            fill="none"
            stroke="var(--c3)"
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
          />
        </ChartFrame>
      </Part>
    </Parts>
  ),
};
