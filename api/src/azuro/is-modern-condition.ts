/**
 * Whether a condition is of Azuro's modern form: the dictionary does not know it, and it brings titles of its own. Any
 * other id is of the older form.
 */
export const isModernCondition = (conditionId: string): boolean => /^[56]/.test(conditionId);
