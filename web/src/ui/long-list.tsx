import { type CSSProperties, Fragment, type ReactNode, useRef, useState } from 'react';
import { classNames } from './class-names.ts';

/** Watching which of a thousand items are near the viewport takes longer than laying out ten of them. */
const ITEMS_PER_PIECE = 10;
/** Shorter lists are laid out whole, so that their height is exact and Back returns to the same place. */
const LONG_FROM = 21;

export interface LongListProps<Item> {
  items: readonly Item[];
  /** The layout of the items, and of the pieces in between. */
  className?: string;
  /** The usual height of a piece, as `contain-intrinsic-block-size`; `--items` is the count of its items. */
  pieceClass: string;
  /** Renders an element with the role `listitem`. */
  children: (item: Item) => ReactNode;
}

/** A list that may have a thousand items. The browser lays out only the pieces near the viewport. */
export function LongList<Item extends { id: string }>(props: LongListProps<Item>) {
  const { items, className, pieceClass, children } = props;
  const [cut] = useState(createCutter<Item>);
  const list = useRef<HTMLDivElement>(null);
  const hasFocus = list.current?.contains(document.activeElement) === true;
  return (
    // Not `ol`: its items may not be grouped.
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div ref={list} role="list" className={className}>
      {cut(items, hasFocus).map((piece) => (
        <div
          key={piece.key}
          role="presentation"
          className={classNames(
            items.length >= LONG_FROM && '[content-visibility:auto]',
            className,
            pieceClass,
          )}
          style={{ '--items': piece.items.length } as CSSProperties}
        >
          {piece.items.map((item) => (
            <Fragment key={item.id}>{children(item)}</Fragment>
          ))}
        </div>
      ))}
    </div>
  );
}

interface Piece<Item> {
  key: number;
  items: Item[];
}

/**
 * Cuts lists into pieces. If `keep` is true, an item stays in its piece while others come and go, so an item with the
 * focus keeps it.
 */
export function createCutter<Item extends { id: string }>() {
  let pieceOf = new Map<string, number>();
  let lastKey = 0;
  return (items: readonly Item[], keep: boolean): readonly Piece<Item>[] => {
    if (!keep) {
      pieceOf = new Map();
      lastKey = 0;
    }
    const pieces: Piece<Item>[] = [];
    const used = new Set<number>();
    for (const item of items) {
      const last = pieces.at(-1);
      const known = pieceOf.get(item.id);
      const key = known !== undefined && (known === last?.key || !used.has(known)) ? known : null;
      const fits = key === null ? last && !isFull(last) : key === last?.key;
      if (last && fits) last.items.push(item);
      else pieces.push({ key: key ?? ++lastKey, items: [item] });
      used.add(pieces.at(-1)?.key ?? 0);
    }
    pieceOf = new Map(pieces.flatMap(({ key, items }) => items.map(({ id }) => [id, key])));
    return pieces;
  };
}

function isFull({ items }: { items: readonly unknown[] }): boolean {
  return items.length >= ITEMS_PER_PIECE;
}
