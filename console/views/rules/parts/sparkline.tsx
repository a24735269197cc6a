import type { ReactNode } from 'react';
import classes from './parts.module.css';

/** Draws numbers as small bars, the latest on the right. `label` describes them in words. */
export function Sparkline(props: {
  readonly values: readonly number[];
  readonly label: string;
  readonly size?: 'row' | 'section';
}): ReactNode {
  const { values, label, size = 'row' } = props;
  const most = Math.max(1, ...values);
  const width = 100 / values.length;
  return (
    <svg
      className={classes['sparkline']}
      data-size={size}
      viewBox="0 0 100 30"
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {values.map((value, at) => {
        const height = value === 0 ? 1 : Math.max(2.5, (value / most) * 30);
        return (
          <rect
            key={at}
            {...{ x: at * width + width * 0.12, y: 30 - height, width: width * 0.76, height }}
            className={classes[value === 0 ? 'barNone' : 'bar']}
          />
        );
      })}
    </svg>
  );
}
