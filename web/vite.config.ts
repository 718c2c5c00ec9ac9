import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The server that the pages talk to while they are developed.
const server = process.env.ZERMELO_SERVER ?? "http://127.0.0.1:8123";
// It answers only its own pages: what comes by way of the development server says that it is one of them.
const proxy = { "/api": { target: server, changeOrigin: true, headers: { origin: server, "sec-fetch-site": "same-origin" } } };

export default defineConfig({
  plugins: [svelte()],
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
