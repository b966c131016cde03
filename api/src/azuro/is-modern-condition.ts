/**
 * Whether a condition has Azuro's modern form, which isn't in the dictionary and brings its own titles. Any other id
 * has the older form.
 */
export const isModernCondition = (conditionId: string): boolean => /^[56]/.test(conditionId);
