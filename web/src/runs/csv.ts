// Tables as the report writes them.

import { figure } from "./format";

/** The fields of a text in CSV, row by row; long numbers are shortened for the eye. */
export function csvTable(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = "";
  let isQuoted = false;
  const endField = () => {
    row.push(shortened(field));
    field = "";
  };
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (isQuoted) {
      if (sign !== '"') field += sign;
      else if (text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"') isQuoted = true;
    else if (sign === ",") endField();
    else if (sign === "\n") {
      endField();
      rows.push(row);
      row = [];
    } else if (sign !== "\r") field += sign;
  }
  if (field !== "" || row.length > 0) {
    endField();
    rows.push(row);
  }
  return rows;
}

function shortened(field: string): string {
  return /^-?\d+\.\d{4,}(e-?\d+)?$/.test(field) ? figure(Number(field)) : field;
}
