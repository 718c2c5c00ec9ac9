import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// The server that the pages talk to while they are developed.
const server = process.env.ZERMELO_SERVER ?? "http://127.0.0.1:8123";
// It answers only its own pages: what comes by way of the development server says that it is one of them.
const proxy = { "/api": { target: server, changeOrigin: true, headers: { origin: server, "sec-fetch-site": "same-origin" } } };

/** Lets browsers fetch the parts of the first page together with the frame, not only after the frame has been read and run. */
const firstPageEarly: Plugin = {
  name: "first-page-early",
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle }) {
      const chunks = Object.values(bundle ?? {}).filter((one) => one.type === "chunk");
      const needed = new Set<string>();
      const need = (chunk: (typeof chunks)[number] | undefined) => {
        if (!chunk || needed.has(chunk.fileName)) return;
        needed.add(chunk.fileName);
        for (const name of chunk.imports) need(chunks.find((one) => one.fileName === name));
      };
      need(chunks.find((chunk) => chunk.facadeModuleId?.endsWith("pages/Play.svelte")));
      return [...needed]
        .filter((name) => !html.includes(name))
        .map((name) => ({ tag: "link", attrs: { rel: "modulepreload", crossorigin: true, href: `/${name}` }, injectTo: "head" as const }));
    },
  },
};

export default defineConfig({
  plugins: [svelte(), firstPageEarly],
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
