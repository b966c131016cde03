/** The field that `/` goes to. There is one on a page at most. */
export const SEARCH_FIELD_ID = 'search-markets';
