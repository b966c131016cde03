/** What a list shows besides its cards, in one file that loads when the first of it is shown. */

export { FindFilters } from '../finding/find-filters.tsx';
export { NothingFound } from '../finding/nothing-found.tsx';
export { WatchedGone } from '../finding/watched-gone.tsx';
export { MarketListEmpty } from './market-list-empty.tsx';
