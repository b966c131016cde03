/** The filters of the market list. */
export const filters = {
  subcategories: 'Subcategories',
  anySubcategory: 'All',
  otherSubcategory: 'Other',
  league: 'League',
  anyLeague: 'All leagues',
  clear: 'Clear filters',
} as const;
