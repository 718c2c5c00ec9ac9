import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The server that the pages talk to while they are developed.
const server = process.env.ZERMELO_SERVER ?? "http://127.0.0.1:8123";
// It answers only its own pages: what comes by way of the development server says that it is one of them.
const proxy = { "/api": { target: server, changeOrigin: true, headers: { origin: server, "sec-fetch-site": "same-origin" } } };

// The frame, Play, and what both are made of, as one file: every file that a browser has to ask for costs it more than a few lines that
// it does not need yet. Sheets, banners, questions and sounds that come later stay apart; what this holds is weighed by `npm run budget`.
const first =
  /node_modules\/(?!@codemirror|@lezer|@marijn|crelt|style-mod|w3c-keyname)|vite\/preload-helper|src\/((?!main|sound|shortLinks)\w+\.(svelte|ts|svelte\.ts)$|board\/(?!typed|beside)|components\/(?!SettingsSheet|KeySheet|ShareSheet|ShareRows|BoardAsk)|play\/(?!EndBanner|TakenPieces|taken|turning)|pages\/Play\.svelte)/;

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
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: "first", test: first },
            // What a board asks, what it makes of a typed move, and what else is wanted now and then.
            { name: "ask", test: /src\/(components\/BoardAsk|board\/(typed|beside)|play\/(TakenPieces|taken)|sound|shortLinks)/ },
            // Pages of runs share most of their parts, and what is sent together compresses better.
            { name: "runs", test: /src\/(runs\/|pages\/(Runs|Run|Tournament|Lab)\.svelte)/ },
            // The editor is loaded on the one page that has it, what keeps texts wherever an invented game is.
            { name: "texts", test: /src\/invent\/(texts|packed)\.ts/ },
            { name: "editor", test: /node_modules\/(@codemirror|@lezer|@marijn|crelt|style-mod|w3c-keyname)|src\/(invent\/|pages\/Invent\.svelte)/ },
            // So do analysis and stored games.
            { name: "study", test: /src\/(analyse\/|pages\/(Analyse|Game)\.svelte)/ },
          ],
        },
      },
    },
  },
  server: { proxy },
  preview: { proxy },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
