import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  preprocess: vitePreprocess(),
  // Four letters tell the styles of a hundred components apart, and are sent with every element.
  compilerOptions: { runes: true, cssHash: ({ hash, css }) => `z${hash(css).slice(-4)}` },
};
