import { type Meta, Part, Parts, type StoryObj } from "@tessera/gallery";
import { Bar } from "./bar.tsx";
import { ChartFrame } from "./chart-frame.tsx";
import { bandsOf, lineThrough, scaleOf } from "./scale.ts";

export default { title: "ui/Chart" } satisfies Meta;

const VALUES = [12, 30, 21, 44, 38, 60, 52, 71, 66, 80, 74, 91];
const bars = scaleOf(VALUES);
const line = scaleOf(VALUES, { fromZero: false });
const rooms = bandsOf(VALUES.length, 0.6);

export const Chart: StoryObj = {
  render: () => (
    <Parts>
      <Part name="Bars">
        <ChartFrame label="Jobs by hour" scale={bars} text={String}>
          {VALUES.map((value, at) => (
            <Bar
              key={value}
              scale={bars}
              to={value}
              x={rooms.x(at)}
              width={rooms.width}
              fill={`var(--c${(at % 6) + 1})`}
            />
          ))}
        </ChartFrame>
      </Part>
      <Part name="Line">
        <ChartFrame label="Cards by month" scale={line} text={(value) => `${value} k`}>
          <path
            d={lineThrough(VALUES.map((value, at) => [(at / (VALUES.length - 1)) * 100, line.y(value)]))}
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
