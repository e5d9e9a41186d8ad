import { intl } from "./language.js";

/** “5.7 MB”, as file managers count. */
export function fileSize(bytes) {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1;
  const format = { style: "unit", unit: units[unit], unitDisplay: unit === 0 ? "long" : "short", minimumFractionDigits: digits, maximumFractionDigits: digits };
  return intl("NumberFormat", format).format(value);
}
