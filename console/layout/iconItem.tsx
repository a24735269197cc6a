import { Box, Flex } from '@mantine/core';
import type { MantineStyleProps } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Tone } from './badges.tsx';
import { Icon } from './icons.tsx';
import type { IconName } from './icons.tsx';

/** Shows an item of a list with its icon beside it. */
export function IconItem({
  icon,
  size = 18,
  tone,
  children,
  ...item
}: {
  readonly icon: IconName;
  readonly size?: number;
  /** The colour of the icon; quiet when absent. */
  readonly tone?: Tone | undefined;
  readonly children: ReactNode;
} & MantineStyleProps): ReactNode {
  return (
    <Flex component="li" gap={10} {...item}>
      <Box flex="none" mt={2} c={tone === undefined ? 'dimmed' : `var(--${tone})`}>
        <Icon name={icon} size={size} />
      </Box>
      <Box flex={1} miw={0}>
        {children}
      </Box>
    </Flex>
  );
}
