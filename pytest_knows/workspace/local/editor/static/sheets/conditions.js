/** The API's BooleanConditions with Google's words for them, and how many values each takes. */

const CONDITIONS = [
  ["BLANK", "Is empty", 0],
  ["NOT_BLANK", "Is not empty", 0],
  ["TEXT_CONTAINS", "Text contains", 1],
  ["TEXT_NOT_CONTAINS", "Text does not contain", 1],
  ["TEXT_STARTS_WITH", "Text starts with", 1],
  ["TEXT_ENDS_WITH", "Text ends with", 1],
  ["TEXT_EQ", "Text is exactly", 1],
  ["DATE_EQ", "Date is", 1],
  ["DATE_BEFORE", "Date is before", 1],
  ["DATE_AFTER", "Date is after", 1],
  ["NUMBER_GREATER", "Greater than", 1],
  ["NUMBER_GREATER_THAN_EQ", "Greater than or equal to", 1],
  ["NUMBER_LESS", "Less than", 1],
  ["NUMBER_LESS_THAN_EQ", "Less than or equal to", 1],
  ["NUMBER_EQ", "Is equal to", 1],
  ["NUMBER_NOT_EQ", "Is not equal to", 1],
  ["NUMBER_BETWEEN", "Is between", 2],
  ["NUMBER_NOT_BETWEEN", "Is not between", 2],
  ["CUSTOM_FORMULA", "Custom formula is", 1],
];

/** Options of a select. */
export const CONDITION_OPTIONS = CONDITIONS.map(([value, label]) => ({ value, label }));

/** @param {string} type @returns {number} */
export const valuesOf = (type) => CONDITIONS.find(([name]) => name === type)?.[2] ?? 1;

/** @param {string} type @param {...string} values @returns {object} a BooleanCondition */
export function condition(type, ...values) {
  const given = values.slice(0, valuesOf(type)).map((text) => ({ userEnteredValue: text }));
  return { type, ...(given.length && { values: given }) };
}

/** What is wrong with a condition's values, if anything. @param {string} type @param {...string} values */
export function wrongCondition(type, ...values) {
  const missing = values.slice(0, valuesOf(type)).some((text) => !text.trim());
  if (missing) return "Give the value that the condition compares with.";
  return type === "CUSTOM_FORMULA" && !values[0].startsWith("=") ? "A custom formula begins with =." : undefined;
}

/** In words. @param {object} given a BooleanCondition */
export function conditionText(given) {
  const label = CONDITIONS.find(([name]) => name === given?.type)?.[1] ?? given?.type ?? "";
  return [label, ...(given?.values ?? []).map((value) => value.userEnteredValue ?? value.relativeDate ?? "")].join(" ");
}

/** The text of a condition's value. @param {object | undefined} given @param {number} place */
export const valueOf = (given, place) => given?.values?.[place]?.userEnteredValue ?? "";
