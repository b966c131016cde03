import { Tabs as Primitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** Tabs with arrow keys. Holds a `TabsList` of `TabsTrigger` and one `TabsContent` for each. */
export function Tabs(props: ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root {...props} />;
}

export function TabsList({ className, ...rest }: ComponentProps<typeof Primitive.List>) {
  return <Primitive.List className={classNames('tabs-list', className)} {...rest} />;
}

export function TabsTrigger({ className, ...rest }: ComponentProps<typeof Primitive.Trigger>) {
  return <Primitive.Trigger className={classNames('tabs-trigger', className)} {...rest} />;
}

export function TabsContent(props: ComponentProps<typeof Primitive.Content>) {
  return <Primitive.Content {...props} />;
}
