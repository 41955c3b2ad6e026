// The frame of every page. It needs no server: opened from a folder, everything works, including the search.
import { escaped } from './escaped.mjs'

/** `now` is the open page. */
export function pageHtml({ pages, replays, now }) {
  const at = pages.indexOf(now)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' data:; style-src 'self'; script-src 'self'; frame-src 'self'">
<title>${escaped(now.title)} · Convene</title>
<link rel="stylesheet" href="site.css">
<link rel="stylesheet" href="search.css">
<link rel="stylesheet" href="states.css">
<script src="site.js" defer></script>
</head>
<body>
<a class="skip" href="#text">Skip to the text</a>
<header>
<button id="menu" aria-label="Pages" aria-expanded="false">☰</button>
<a class="name" href="index.html">Convene</a>
<input id="search" type="search" placeholder="Search  /" aria-label="Search the guide" autocomplete="off">
<button id="theme" aria-label="Light or dark">◐</button>
</header>
<div id="results" role="region" aria-live="polite" aria-label="Search results" hidden></div>
<div class="columns">
<nav id="pages" aria-label="Pages">
${list(pages.slice(0, 1), now)}
<h2>Watch</h2>
${list(replays, now)}
<h2>Guide</h2>
${list(pages.slice(1), now)}
</nav>
<main id="text">
${now.html}
${at < 0 ? '' : neighbours(pages[at - 1], pages[at + 1])}
</main>
${contents(now)}
</div>
</body>
</html>
`
}

const list = (pages, now) =>
  `<ul>${pages.map((page) => `<li><a href="${page.name}.html"${page === now ? ' aria-current="page"' : ''}>${escaped(page.title)}</a></li>`).join('\n')}</ul>`

function neighbours(before, after) {
  const link = (page, rel, sign) =>
    page ? `<a rel="${rel}" href="${page.name}.html">${sign} ${escaped(page.title)}</a>` : '<span></span>'
  return `<footer>${link(before, 'prev', '←')}${link(after, 'next', '→')}</footer>`
}

/** The headings of a long page. */
function contents({ sections = [] }) {
  const parts = sections.filter(({ depth }) => depth === 2)
  if (parts.length < 3) return ''
  const items = parts.map(({ id, title }) => `<li><a href="#${id}">${escaped(title)}</a></li>`)
  return `<aside aria-label="On this page"><h2>On this page</h2><ul>${items.join('\n')}</ul></aside>`
}
