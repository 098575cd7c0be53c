/**
 * Takes the place of `framer-motion`, of which GraphiQL uses the list of tabs alone: 45 kB for tabs
 * that can be dragged, that moved away under the mouse, and that no keyboard could reach. These
 * tabs are a list of buttons and keep their places.
 */
import { type ComponentProps, useEffect, useRef, type WheelEvent } from 'react';

interface GroupProps extends ComponentProps<'ul'> {
  readonly values: unknown;
  readonly onReorder: unknown;
  readonly axis: unknown;
}

function Group({ values: _values, onReorder: _onReorder, axis: _axis, ...rest }: GroupProps) {
  return <ul {...rest} role="list" onWheel={scrollSideways} />;
}

/** The wheel of most mice has one direction, and the list of tabs the other one. */
function scrollSideways({ currentTarget, deltaY }: WheelEvent<HTMLElement>): void {
  currentTarget.scrollLeft += deltaY;
}

interface ItemProps extends Omit<ComponentProps<'li'>, 'value'> {
  readonly value: unknown;
  readonly dragConstraints: unknown;
  readonly dragElastic: unknown;
  readonly layout: unknown;
}

function Item({
  value: _value,
  dragConstraints: _constraints,
  dragElastic: _elastic,
  layout: _layout,
  role: _role,
  'aria-selected': isActive,
  ...rest
}: ItemProps) {
  const ref = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isActive === true) ref.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isActive]);
  return <li {...rest} ref={ref} aria-current={isActive} />;
}

export const Reorder = { Group, Item };
