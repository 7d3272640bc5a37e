package io.qcpruner.server.page;

import java.util.List;

/** Checks of names, contrast and sizes on the page as it is laid out. */
final class Accessibility {
  private static final String CHECK =
      """
      const problems = [];
      const visible = e => e.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && e.getClientRects().length;
      const tell = (e, text) => problems.push(`${text}: ${e.outerHTML.slice(0, 90)}`);
      const ids = [...document.querySelectorAll('[id]')].map(e => e.id);
      ids.filter((id, i) => ids.indexOf(id) !== i).forEach(id => problems.push('id twice: ' + id));
      if (!document.documentElement.lang) problems.push('no language');
      const name = e => (e.getAttribute('aria-label') || (e.labels && [...e.labels].map(l => l.textContent).join(' '))
        || e.textContent || e.title || '').trim();
      for (const e of document.querySelectorAll('button, input, select, textarea, a[href], [role=img], summary')) {
        if (e.closest('template, dialog:not([open])')) continue;
        if (visible(e) && !name(e)) tell(e, 'no name');
      }
      for (const e of document.querySelectorAll('img')) if (!e.hasAttribute('alt')) tell(e, 'no alternative text');
      for (const e of document.querySelectorAll('button, select, textarea, input[type=range], summary, .button')) {
        if (!visible(e) || e.disabled) continue;
        const box = e.getBoundingClientRect();
        if (box.width < 24 || box.height < 24) tell(e, `target of ${Math.round(box.width)} x ${Math.round(box.height)}`);
      }
      const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
      const parse = color => {
        canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1);
        const d = canvas.getImageData(0, 0, 1, 1).data; return [d[0], d[1], d[2], d[3] / 255];
      };
      const over = (top, low) => top.slice(0, 3).map((v, i) => v * top[3] + low[i] * (1 - top[3])).concat(1);
      const back = e => {
        const layers = [];
        for (let at = e; at; at = at.parentElement) {
          const color = parse(getComputedStyle(at).backgroundColor);
          layers.push(color);
          if (color[3] === 1) break;
        }
        return layers.reverse().reduce((low, top) => over(top, low), [255, 255, 255, 1]);
      };
      const light = c => c.slice(0, 3).map(v => v / 255).map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
        .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
      for (const e of document.querySelectorAll('body *')) {
        const text = [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim());
        if (!text || !visible(e) || e.closest('template, dialog:not([open]), option, .off')) continue;
        const style = getComputedStyle(e);
        if (parseFloat(style.fontSize) === 0) continue;
        const ground = back(e);
        const a = light(over(parse(style.color), ground)), b = light(ground);
        const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
        const large = parseFloat(style.fontSize) >= 24 || parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 700;
        if (ratio < (large ? 3 : 4.5)) tell(e, `contrast ${ratio.toFixed(2)}`);
      }
      return problems;
      """;

  private Accessibility() {}

  /** What a checker of web pages would complain about. */
  static List<?> problems(Browser browser) {
    return (List<?>) browser.script(CHECK);
  }
}
