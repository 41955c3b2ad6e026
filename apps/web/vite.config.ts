import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Preloads the main font. Otherwise text would render twice and jump. */
const fontsFirst: Plugin = {
  name: 'fonts-first',
  transformIndexHtml: {
    order: 'post',
    handler: (_page, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => file.includes('inter-latin-wght-normal'))
        .map((file) => ({
          tag: 'link',
          injectTo: 'head' as const,
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `./${file}` },
        })),
  },
}

const TEXT = String.raw`\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|\x60(?:[^\x60\\$]|\\.)*\x60)`
const SUMMARY = new RegExp(String.raw`^\s+summary:${TEXT},?\n`, 'gmu')
const DESCRIPTION = new RegExp(String.raw`\s*\.describe\(${TEXT},?\s*\)`, 'gu')

/** The contract describes itself for the OpenAPI document, which the page never writes. */
const withoutDescriptions: Plugin = {
  name: 'without-descriptions',
  enforce: 'pre',
  transform: {
    filter: { id: /packages\/protocol\/src\/.*\.ts$/u },
    handler: (code) => ({ code: code.replaceAll(SUMMARY, '').replaceAll(DESCRIPTION, ''), map: null }),
  },
}

/** URLs are relative, because the same files are served over HTTP, through a window's pipe and inside an editor. */
export default defineConfig({
  base: './',
  plugins: [withoutDescriptions, react(), tailwindcss(), fontsFirst],
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
  },
})
