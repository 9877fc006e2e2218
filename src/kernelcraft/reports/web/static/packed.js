// The part of a page below its head, which is compressed in it. It is escaped like any page of the report.
"use strict";

const bytes = Uint8Array.from(atob(document.getElementById("packed").textContent), (letter) => letter.charCodeAt(0));
const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
new Response(inflated).text().then((text) => {
  document.getElementById("main").innerHTML = text;
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
});
