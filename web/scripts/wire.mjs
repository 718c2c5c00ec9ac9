// Makes `src/wire.ts`, the types of all that goes over the wire, from `openapi.json`, what the server says of itself. With `--check` it
// only compares.
import { readFileSync, writeFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";

const description = new URL("../openapi.json", import.meta.url);
const types = new URL("../src/wire.ts", import.meta.url);
const head = `// What the server and the pages say to each other. No rules of any game are in it.
// Made from openapi.json by \`npm run wire\`: change crates/server instead.

`;

/** The types as text. */
async function wire() {
  const made = await openapiTS(description, {
    arrayLength: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    silent: true,
  });
  return head + astToString(made);
}

const text = await wire();
if (!process.argv.includes("--check")) {
  writeFileSync(types, text);
} else if (readFileSync(types, "utf8") !== text) {
  console.error("web/src/wire.ts is not what openapi.json says: run `npm run wire` in web/ and commit it.");
  process.exitCode = 1;
}
