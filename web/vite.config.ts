import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// The server that the pages talk to while they are developed.
const server = process.env.ZERMELO_SERVER ?? "http://127.0.0.1:8123";
// It answers only its own pages: what comes by way of the development server says that it is one of them.
const proxy = { "/api": { target: server, changeOrigin: true, headers: { origin: server, "sec-fetch-site": "same-origin" } } };

/** Writes play.html beside index.html: the same page, which lets browsers fetch the parts of Play together with the frame, and not only
 * after that has been read and run. The server sends it for the addresses of Play. */
const playEarly: Plugin = {
  name: "play-early",
  enforce: "post",
  generateBundle(_, bundle) {
    const page = bundle["index.html"];
    if (page?.type !== "asset") return;
    const html = String(page.source);
    const needed = new Set<string>();
    const need = (name: string) => {
      const chunk = bundle[name];
      if (chunk?.type !== "chunk" || needed.has(name)) return;
      needed.add(name);
      chunk.imports.forEach(need);
    };
    for (const one of Object.values(bundle)) {
      if (one.type === "chunk" && one.facadeModuleId?.endsWith("pages/Play.svelte")) need(one.fileName);
    }
    const links = [...needed].filter((name) => !html.includes(name)).map((name) => `  <link rel="modulepreload" crossorigin href="/${name}">\n  `);
    this.emitFile({ type: "asset", fileName: "play.html", source: html.replace("</head>", `${links.join("")}</head>`) });
  },
};

export default defineConfig({
  plugins: [svelte(), playEarly],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: ["chrome123", "firefox120", "safari17.5"],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: true,
    // All styles in one file: cut into one for each part they would be half as large again.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        // Pages of runs share most of their parts, and what is sent together compresses better.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: "runs", test: /src\/(runs\/|pages\/(Runs|Run|Tournament|Lab)\.svelte)/ }],
        },
      },
    },
  },
  server: { proxy },
  preview: { proxy },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
