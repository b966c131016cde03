/** The product's name, defined once so it can be changed. */
export const PRODUCT_NAME = 'Tallystone';
