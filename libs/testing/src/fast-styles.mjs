/** Class that an element itself must have to match a selector, by selector; null where its beginning does not tell. */
const required = new Map();
/** Classes by the attribute that names them. */
const classes = new Map();

function requiredClass(selector) {
  let found = required.get(selector);
  if (found === undefined) {
    found = /[\s,>+~]/.test(selector) ? null : (/^\.([A-Za-z_][\w-]*)/.exec(selector)?.[1] ?? null);
    required.set(selector, found);
  }
  return found;
}

function classesOf(element) {
  const names = element.getAttributeNS(null, "class") ?? "";
  let set = classes.get(names);
  if (!set) {
    set = new Set(names.split(/\s+/));
    classes.set(names, set);
  }
  return set;
}

/**
 * After each change of a page jsdom tries every rule on an element, and on those around it, as soon as a style is asked
 * for, which each query by role does. With Fluent's hundreds of rules of one class each, that was two thirds of a
 * screen's test. A rule whose class the element does not have is passed over without asking nwsapi, which would say the
 * same.
 * @param document jsdom's own; its matcher is made when first needed: jsdom/lib/jsdom/living/helpers/selectors.js
 */
export function passOverOtherClasses(document) {
  const impl = document[Object.getOwnPropertySymbols(document).find(({ description }) => description === "impl")];
  let matcher;
  Object.defineProperty(impl, "_nwsapiDontThrow", {
    get: () => matcher,
    set: (made) => {
      matcher = {
        configure: (...options) => made.configure(...options),
        match: (selector, element, ...more) => {
          const name = requiredClass(selector);
          return (name === null || classesOf(element).has(name)) && made.match(selector, element, ...more);
        },
      };
    },
  });
}
