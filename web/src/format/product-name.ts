/** The name of the product. It stands here once, so that it can be replaced. */
export const PRODUCT_NAME = 'Tallystone';
