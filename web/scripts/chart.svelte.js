export { flushSync, mount } from "svelte";

// Props that can be changed from outside a component.
export function grow(props) {
  let chart = $state.raw(props.chart);
  return {
    get chart() {
      return chart;
    },
    set chart(next) {
      chart = next;
    },
  };
}
