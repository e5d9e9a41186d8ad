import { intl } from "./language.js";

/** “5.7 MB”, as file managers count. */
export const fileSize = (bytes) => sizeText(bytes, 1);

/** “2 GB”, “1.5 GB”: a bound that somebody chose, which was not measured to a tenth. */
export const boundSize = (bytes) => sizeText(bytes, 0);

function sizeText(bytes, fewestDigits) {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  const format = {
    style: "unit", unit: units[unit], unitDisplay: unit === 0 ? "long" : "short",
    minimumFractionDigits: Math.min(digits, fewestDigits), maximumFractionDigits: digits,
  };
  return intl("NumberFormat", format).format(value);
}
