/** The field that `/` focuses. A page has at most one. */
export const SEARCH_FIELD_ID = 'search-markets';
