
// The other people, each a link that opens a tab of theirs.
const otherPeople = document.createElement("nav");
otherPeople.className = "other-people";
otherPeople.setAttribute("aria-label", "Open a tab as");
ui.viewer.closest("label").after(otherPeople);

function showOtherPeople() {
  const names = [...ui.viewer.options].filter((option) => !option.selected).map((option) => option.textContent.trim());
  if (otherPeople.dataset.names === names.join()) return;
  otherPeople.dataset.names = names.join();
  otherPeople.replaceChildren(...names.map((name) => {
    const link = document.createElement("a");
    Object.assign(link, { href: `?viewer=${encodeURIComponent(name)}`, target: "_blank", textContent: `+ ${name}` });
    link.title = `Open a tab as ${name}`;
    return link;
  }));
}

document.getElementById("type-first").addEventListener("click", (event) => {
  ui.composer.focus();
  ui.composer.value = event.target.dataset.command;
  ui.composer.dispatchEvent(new Event("input", { bubbles: true }));
});
