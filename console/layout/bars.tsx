import type { ReactNode } from 'react';

/** Draws counts as bars, the latest at the right; `label` says the same in words. */
export function Bars(props: {
  readonly values: readonly number[];
  readonly label: string;
  /** Pixels. */
  readonly height: number;
  /** Whether only the latest bar has the accent. */
  readonly isLastMarked?: boolean;
}): ReactNode {
  const { values, label, height, isLastMarked = false } = props;
  const most = Math.max(1, ...values);
  const width = 100 / values.length;
  return (
    <svg
      style={{ display: 'block', width: '100%', height }}
      viewBox="0 0 100 30"
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      {values.map((value, at) => {
        const tall = value === 0 ? 1 : Math.max(2.5, (value / most) * 30);
        const isMarked = isLastMarked ? at === values.length - 1 : value > 0;
        return (
          <rect
            key={at}
            {...{ x: at * width + width * 0.12, y: 30 - tall, width: width * 0.76, height: tall }}
            fill={isMarked ? 'var(--accent)' : 'var(--line)'}
          />
        );
      })}
    </svg>
  );
}
